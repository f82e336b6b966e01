// A dealer and a player who know the API by its generated client alone: node play_a_round.js ADDRESS SESSION SESSION.

import { Client, ProblemError } from "./client";

const [base, dealersSession, playersSession] = process.argv.slice(2);
let keys = 0;

async function person(session: string) {
  const client = new Client(base, { Cookie: `pitboss=${session}` });
  const { csrf } = await client.get_me();
  return async (command: Api.TableCommand): Promise<Api.TablePage> => {
    const headers = { "Idempotency-Key": `typescript-${keys++}`, "X-CSRF-Token": csrf ?? "" };
    return (await client.post_tables_table_commands("Stud", command, headers)).view;
  };
}

async function main() {
  const dealer = await person(dealersSession);
  const ann = await person(playersSession);
  await dealer({ do: "open-betting" });
  await ann({ do: "place-bet", box: 1, bet: "ante", amount: "25.00" });
  let view = await dealer({ do: "close-betting" });
  while (view.round?.phase !== "deciding") view = await dealer({ do: "deal" });
  const seen = await ann({ do: "examine", box: 1 });
  view = await ann({ do: "raise", box: 1, amount: seen.step?.amount ?? "" });
  while (view.round?.phase === "dealing" || view.round?.phase === "deciding")
    view = await dealer({ do: "deal" });
  view = await dealer({ do: "settle" });
  const lines = view.round?.settlement?.boxes[0].lines ?? [];
  await dealer({ do: "conclude" });
  const refused = await ann({ do: "close-betting" }).catch((error: ProblemError) => error.problem);
  console.log(
    JSON.stringify({
      hidden: seen.round?.boxes[0].cards.includes("??"),
      bets: lines.map((line) => line.bet),
      cited: lines.every((line) => line.clauses.length > 0),
      refused: "code" in refused ? refused.code : null,
    }),
  );
}

main();
