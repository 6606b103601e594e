// Forms that are sent again while part of the server is away: it answers 503, and says after how many
// seconds. What is sent twice is taken once.

const TRIES = 4;

// Seconds in milliseconds, and up to as many more: not everybody comes back in the same moment.
export const spread = (seconds) => seconds * 1000 * (1 + Math.random());

// fetch by POST; `patience`: milliseconds for each try. The last answer, whatever it is.
export async function postAgain(address, options, patience) {
  const offline = document.getElementById("offline");
  for (let tries = 1; ; tries++) {
    const answer = await fetch(address, { ...options, method: "POST", signal: AbortSignal.timeout(patience) });
    const away = answer.status === 503;
    if (offline && (away || tries > 1)) offline.hidden = !away;
    if (!away || tries === TRIES) return answer;
    await new Promise((wake) => setTimeout(wake, spread(Number(answer.headers.get("Retry-After")))));
  }
}
