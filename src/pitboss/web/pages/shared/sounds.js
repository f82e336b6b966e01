// Six short sounds, made of oscillators and noise: no file is fetched. There is no sound before
// somebody has asked for it on this page or, on pages with alarms, before the first click.

const KEY = "pitboss-sound";
let context = null;

/** Whether sound is on for a kind of page; `otherwise` applies until somebody has chosen. */
export function soundIsOn(page, otherwise = false) {
  try {
    const chosen = localStorage.getItem(`${KEY}-${page}`);
    return chosen === null ? otherwise : chosen === "on";
  } catch {
    return otherwise;
  }
}

export function setSound(page, on) {
  try {
    localStorage.setItem(`${KEY}-${page}`, on ? "on" : "off");
  } catch {
    // This browser stores nothing; the choice lasts until the page is left.
  }
}

/** Browsers allow sound once somebody has touched the page. */
export async function wakeSound() {
  const Audio = globalThis.AudioContext;
  if (!Audio) return false;
  context ??= new Audio();
  if (context.state === "suspended") await context.resume().catch(() => {});
  return context.state === "running";
}

/** A tone that swells and dies: [Hz at its start, Hz at its end, when, for how long, how loud]. */
function tone([from, to, at, lasts, volume], kind) {
  const start = context.currentTime + at;
  const [wave, gain] = [context.createOscillator(), context.createGain()];
  wave.type = kind;
  wave.frequency.setValueAtTime(from, start);
  wave.frequency.exponentialRampToValueAtTime(to, start + lasts);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(volume, start + Math.min(0.02, lasts / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  wave.connect(gain).connect(context.destination);
  wave.start(start);
  wave.stop(start + lasts);
}

/** A breath of noise through a filter: cards and chips. */
function noise(hertz, at, lasts, volume) {
  const start = context.currentTime + at;
  const frames = Math.ceil(context.sampleRate * lasts);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1)
    samples[frame] = (Math.random() * 2 - 1) * (1 - frame / frames) ** 2;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  const gain = context.createGain();
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(start);
}

const SOUNDS = {
  card: () => noise(2_600, 0, 0.09, 0.35),
  flip: () => {
    noise(1_500, 0, 0.06, 0.3);
    noise(3_200, 0.07, 0.07, 0.3);
  },
  chip: () => {
    tone([3_100, 2_700, 0, 0.05, 0.12], "triangle");
    tone([3_600, 3_000, 0.05, 0.06, 0.1], "triangle");
  },
  win: () => {
    for (const [at, hertz] of [523, 659, 784, 1_047].entries())
      tone([hertz, hertz, at * 0.09, 0.25, 0.12], "sine");
  },
  alarm: () => {
    for (const at of [0, 0.28, 0.56]) {
      tone([880, 880, at, 0.12, 0.22], "square");
      tone([660, 660, at + 0.13, 0.12, 0.22], "square");
    }
  },
  hit: () => {
    for (const [at, hertz] of [392, 523, 659, 784, 1_047, 1_319].entries())
      tone([hertz, hertz * 1.01, at * 0.13, 0.6, 0.14], "sawtooth");
    tone([196, 392, 0, 1.4, 0.1], "triangle");
  },
};

/** Plays one of the six; returns whether it could be heard. */
export async function play(name) {
  if (!(await wakeSound())) return false;
  SOUNDS[name]();
  dispatchEvent(new CustomEvent("pitboss-sound", { detail: name }));
  return true;
}

export const SOUND_NAMES = Object.keys(SOUNDS);
