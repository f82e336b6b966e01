// Where somebody goes after signing in: to the page they came from, and never to another site.

/**
 * The address of a page of ours. ``asked`` stands in the address bar, so anybody may have written
 * it.
 */
export function ownPage(asked, origin = location.origin) {
  const floor = `${origin}/`;
  if (!asked?.startsWith("/")) return floor;
  let page;
  try {
    // Read as the browser reads it: a backslash is a slash to it, and tabs and line breaks are
    // nothing.
    page = new URL(asked, origin);
  } catch {
    return floor;
  }
  // With the origin before it, a path such as //elsewhere stays a path.
  return page.origin === origin ? `${origin}${page.pathname}${page.search}${page.hash}` : floor;
}

/**
 * Where somebody begins who asked for no page: an administrator with the people, as nobody plays or
 * deals in that post.
 * @param {Api.Me} person
 */
export const homeOf = (person) =>
  person.role === "administrator" && !person.demo ? "/people" : "/";
