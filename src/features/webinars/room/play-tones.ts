const hertz = [523, 784]
/** Between the beginnings of two tones. */
const stepSeconds = 0.5

/** Plays two rising tones after a press. False where the browser has no sound for a page. */
export function playTones(): boolean {
  try {
    const sound = new AudioContext()
    const volume = sound.createGain()
    volume.gain.value = 0.2
    volume.connect(sound.destination)
    for (const [i, frequency] of hertz.entries()) {
      const tone = sound.createOscillator()
      tone.frequency.value = frequency
      tone.connect(volume)
      tone.start(sound.currentTime + i * stepSeconds)
      tone.stop(sound.currentTime + (i + 0.7) * stepSeconds)
    }
    // A page may have few contexts.
    setTimeout(() => void sound.close(), (hertz.length + 1) * stepSeconds * 1000)
    return true
  } catch {
    return false
  }
}
