"""How fast Pitboss is, beside two hand evaluators that other people wrote: ``python -m bench``.

What is measured, and how, stands in docs/benchmarks.md. Nothing in the program imports this
package.
"""
