// A bot that plays one match of each game that you name, at random, against easy built-in bots. In a
// browser:
// import { playAll } from "…"; with Node 22 or newer:
// NIGHTCAP_TOKEN=nightcap_… node random_bot.mjs https://cards.example.org daumen_drauf sleeping_queens

const AGAIN_MS = 500 // pause before a retry, after an early action or a lost connection
const FINAL = [4401, 4403]

/** Plays one match of each of these games; calls `tell` with one line for each finished match. */
export async function playAll(server, token, games, tell) {
  const ask = async (address, body) => {
    const answer = await fetch(`${server}/api/v1/${address}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    })
    const told = await answer.json()
    if (!answer.ok) throw new Error(`${told.code}: ${told.sentence}`)
    return told
  }
  for (const game of games) {
    const seats = (await ask(`games/${game}`)).seats[0]
    const bots = Array(seats - 1).fill("easy")
    const match = (await ask("matches", { game, seats, bots })).id
    let places
    while (!places) places = await play(server, token, match) // retry if the connection is lost
    tell(`${game} ${places.join(" ")}`)
  }
}

/**
 * Plays this match to its end. Returns the places by seat, "aborted", or nothing if the connection was
 * lost.
 */
function play(server, token, match) {
  return new Promise((finish, fail) => {
    const socket = new WebSocket(`${server.replace(/^http/, "ws")}/ws/api/v1/`)
    let last
    const send = (type, more) =>
      socket.send(JSON.stringify({ type, match, key: Math.random().toString(36).slice(2), ...more }))
    const act = () => {
      if (!last?.awaited || !last.legal_actions.length) return
      const action = last.legal_actions[Math.floor(Math.random() * last.legal_actions.length)]
      send("act", { action, seen: last.version })
    }
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }))
    socket.onclose = ({ code }) =>
      FINAL.includes(code) ? fail(new Error("The server refuses this token.")) : setTimeout(finish, AGAIN_MS)
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (message.type === "position" && message.match === match) {
        last = message
        if (!["open", "running"].includes(last.status)) {
          finish(last.result?.places ?? ["aborted"])
          socket.close()
        } else if (!last.ready && (last.status === "open" || last.next)) send("ready")
        else act()
      } else if (message.type === "refused" && message.code !== "stale") {
        setTimeout(act, AGAIN_MS)
      }
    }
  })
}

if (globalThis.process?.argv[2]) {
  const [, , server, ...games] = process.argv
  await playAll(server, process.env.NIGHTCAP_TOKEN, games, console.log)
}
