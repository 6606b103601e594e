// Sends forms again while part of the server is down. Such a server answers 503 and names the seconds
// to wait. A form that arrives twice is applied once.

const TRIES = 4;

// Converts seconds to milliseconds and adds a random delay of up to the same length, so that not all
// browsers return at the same moment.
export const spread = (seconds) => seconds * 1000 * (1 + Math.random());

// Sends a POST request with retries. `patience` is the timeout of each try, in milliseconds. Returns
// the last response, whatever its status.
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
