import { expect, test } from 'vitest'
import { type Beat, createHeartbeat } from './heartbeat.ts'

function record() {
  const beats: Beat[] = []
  return { beats, heart: createHeartbeat((beat) => beats.push(beat)) }
}
const playing = (position: number, rate = 1) => ({ position, playing: true, rate })

test('hiding the tab ends the watched interval, and playback in a hidden tab is not counted', () => {
  const { beats, heart } = record()
  heart.progress(playing(0))
  heart.progress(playing(2))
  heart.visible(false)
  heart.progress(playing(4))
  heart.tick()
  heart.visible(true)
  heart.progress(playing(6))
  heart.tick()
  expect(beats.map(({ position, playing: counts }) => [position, counts])).toEqual([
    [0, false],
    [2, true],
    [4, false],
    [4, false],
    [6, true],
  ])
})

test('a seek ends the watched interval before it and starts a new one', () => {
  const { beats, heart } = record()
  heart.progress(playing(0))
  heart.progress(playing(2))
  heart.progress(playing(300))
  heart.progress({ position: 301, playing: false, rate: 1 })
  expect(beats.map(({ seq, position, playing: counts }) => [seq, position, counts])).toEqual([
    [1, 0, false],
    [2, 2, true],
    [3, 300, false],
    [4, 301, true],
  ])
})
