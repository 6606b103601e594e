// Quiet sounds, and a vibration if possible, for users who want them: a card, a public moment, your turn, the end
// of a match. They are generated, not loaded: each is a few soft tones.

const LOUD = 0.06; // of 1, so that you still hear the people in the room

const TONES = {
  card: [[1400, 0, 0.03]],
  moment: [[392, 0, 0.18], [330, 0.12, 0.3]],
  turn: [[587, 0, 0.16], [880, 0.13, 0.35]],
  won: [[523, 0, 0.2], [659, 0.12, 0.2], [784, 0.24, 0.25], [1047, 0.36, 0.7]],
  lost: [[494, 0, 0.25], [440, 0.16, 0.25], [392, 0.32, 0.6]],
}; // hertz, seconds until the start, length in seconds

let context = null;

// Browsers let a page play sounds only after a first interaction.
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { passive: true });

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

function sound(name) {
  if (context?.state !== "running") return;
  for (const [pitch, after, length] of TONES[name]) {
    const begins = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(LOUD, begins + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + length);
  }
}

// The reasons for a sound: the end of the match ("won" or "lost"), news in the log, a moment, or a question that
// was not there before.
export function hear({ news, moment, asked, end }) {
  if (end) sound(end);
  else if (asked) {
    sound("turn");
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  } else if (moment) sound("moment");
  else if (news) sound("card");
}
