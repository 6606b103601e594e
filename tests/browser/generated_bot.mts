// A bot by the types that openapi-typescript wrote and the client openapi-fetch: it sits down at a table and
// plays the last thing that is offered until the match is over. Prints the places.
// NIGHTCAP_TOKEN=nightcap_… node generated_bot.mts https://cards.example.org MATCH
import createClient from "openapi-fetch"
import type { components, paths } from "./nightcap.d.ts"

declare const process: { argv: string[]; env: Record<string, string | undefined> }

type Position = components["schemas"]["Position"]
type Problem = components["schemas"]["Problem"]

const PAUSE_MS = 100
const MEANWHILE = ["stale", "too_fast", "wrong_phase"] // another seat was quicker: look again

const [, , server = "", match_id = ""] = process.argv
const params = { path: { match_id } }
const api = createClient<paths>({
  baseUrl: server,
  headers: { Authorization: `Bearer ${process.env["NIGHTCAP_TOKEN"]}` },
})

function told<T>({ data, error }: { data?: T | undefined; error?: Problem | undefined }): NonNullable<T> {
  if (!data) throw new Error(`${error?.code}: ${error?.sentence}`)
  return data
}

const look = async (): Promise<Position> =>
  told(await api.GET("/api/v1/matches/{match_id}/position", { params }))

async function act(position: Position, key: string): Promise<Position> {
  const action = position.legal_actions.at(-1)
  if (!position.awaited || !action) return position
  const { data, error } = await api.POST("/api/v1/matches/{match_id}/actions", {
    params,
    body: { action, key, seen: position.version },
  })
  if (error && MEANWHILE.includes(error.code)) return position
  return told({ data, error }).position
}

told(await api.POST("/api/v1/matches/{match_id}/sit", { params, body: {} }))
let position = told(await api.POST("/api/v1/matches/{match_id}/ready", { params, body: { nonce: "mine" } }))
for (let number = 0; position.status === "open" || position.status === "running"; number++) {
  const after = await act(position, `k${number}`)
  if (after === position) await new Promise((wait) => setTimeout(wait, PAUSE_MS))
  position = after === position ? await look() : after
}
if (!position.result) throw new Error("The match was aborted.")
console.log(position.result.places.join(" "))
