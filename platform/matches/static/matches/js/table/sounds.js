// Quiet sounds, and vibration where available, for users who want them: a card, a moment, your turn.
// They are synthesised, not loaded: each is one or two soft tones.

const LOUD = 0.06; // of 1: people in the room stay audible

const TONES = {
  card: [[1400, 0, 0.03]],
  moment: [[392, 0, 0.18], [330, 0.12, 0.3]],
  turn: [[587, 0, 0.16], [880, 0.13, 0.35]],
}; // hertz, start in seconds, duration in seconds

let context = null;

// Browsers let a page play sounds only after the user has touched it.
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

// Plays the sound of a new board: new log lines, a moment, or a call that was not there before.
export function hear({ news, moment, asked }) {
  if (asked) {
    sound("turn");
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  } else if (moment) sound("moment");
  else if (news) sound("card");
}
