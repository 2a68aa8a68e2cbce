const hertz = [523, 784]
/** Seconds between the starts of two tones. */
const stepSeconds = 0.5

/** Plays two rising tones after a click. Returns false if the browser does not support audio. */
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
    // The number of audio contexts per page is limited.
    setTimeout(() => void sound.close(), (hertz.length + 1) * stepSeconds * 1000)
    return true
  } catch {
    return false
  }
}
