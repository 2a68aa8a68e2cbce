import { describe, expect, test } from 'vitest'
import { findCues, parseCaptions } from './captions.ts'
import { readEmbedMessage } from './embed-channel.ts'
import { Chapter, VideoAddress, VideoSource } from './player.ts'
import { formatPosition, parsePosition } from './player-time.ts'
import { embedAddress, parseVideoAddress, watchAddress } from './video-source.ts'

describe('parsing of video URLs', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', { provider: 'youtube', ref: 'dQw4w9WgXcQ' }],
    ['youtu.be/dQw4w9WgXcQ', { provider: 'youtube', ref: 'dQw4w9WgXcQ' }],
    ['https://youtube.com/live/dQw4w9WgXcQ?feature=share', { provider: 'youtube', ref: 'dQw4w9WgXcQ' }],
    ['https://vimeo.com/123456789', { provider: 'vimeo', ref: '123456789' }],
    ['https://vimeo.com/123456789/abcdef0123', { provider: 'vimeo', ref: '123456789/abcdef0123' }],
    ['https://player.vimeo.com/video/123456789?h=abcdef0123', { provider: 'vimeo', ref: '123456789/abcdef0123' }],
    ['https://cdn.example.com/live/index.m3u8', { provider: 'hls', ref: 'https://cdn.example.com/live/index.m3u8' }],
    ['https://cdn.example.com/a.mp4', { provider: 'file', ref: 'https://cdn.example.com/a.mp4' }],
    ['/video/lesson.webm', { provider: 'file', ref: '/video/lesson.webm' }],
  ])('%s is recognised', (typed, source) => expect(parseVideoAddress(typed)).toEqual(source))

  test.each([
    'javascript:alert(1)//x.mp4',
    '//evil.example/a.mp4',
    'http://cdn.example.com/a.mp4',
    'https://youtube.com/watch?v=short',
    'https://example.com/page',
    'https://user:word@cdn.example.com/a.mp4',
    'שלום',
    '',
  ])('%s is refused', (typed) => expect(parseVideoAddress(typed)).toBeUndefined())

  test('a typed URL becomes a source, or an error that lists the accepted formats', () => {
    const source = VideoAddress.parse(' youtu.be/dQw4w9WgXcQ ')
    expect(VideoSource.parse(source)).toEqual({ provider: 'youtube', ref: 'dQw4w9WgXcQ' })
    expect(VideoAddress.safeParse('סרטון').error?.issues[0]?.message).toContain('YouTube')
    expect(Chapter.safeParse({ at: -1, title: 'פתיחה' }).success).toBe(false)
  })

  test('an embedded player starts at the position, and seeking is disabled in a broadcast', () => {
    const options = { startAt: 720.9, muted: true, origin: 'https://site.test', isFree: false }
    const youtube = new URL(embedAddress({ provider: 'youtube', ref: 'dQw4w9WgXcQ' }, options))
    expect(youtube.hostname).toBe('www.youtube-nocookie.com')
    expect(Object.fromEntries(youtube.searchParams)).toMatchObject({ start: '720', mute: '1', controls: '0' })
    const vimeo = new URL(embedAddress({ provider: 'vimeo', ref: '123456789/abcdef' }, options))
    expect([vimeo.pathname, vimeo.searchParams.get('h'), vimeo.hash]).toEqual(['/video/123456789', 'abcdef', '#t=720s'])
    expect(watchAddress({ provider: 'vimeo', ref: '123456789/abcdef' })).toBe('https://vimeo.com/123456789/abcdef')
  })
})

test('messages of YouTube and Vimeo report position and state', () => {
  const youtube = JSON.stringify({ event: 'infoDelivery', info: { currentTime: 12.5, playerState: 1, muted: false } })
  expect(readEmbedMessage('youtube', youtube)).toEqual({ position: 12.5, playing: true, muted: false })
  expect(readEmbedMessage('vimeo', { event: 'pause', data: { seconds: 3, duration: 60 } })).toEqual({
    position: 3,
    duration: 60,
    playing: false,
  })
  expect(readEmbedMessage('youtube', 'not json')).toBeUndefined()
  expect(readEmbedMessage('vimeo', { event: 'ready' })).toBeUndefined()
})

test.each([
  [0, '0:00'],
  [725.9, '12:05'],
  [3723, '1:02:03'],
])('%d seconds are formatted as %s and parsed back', (seconds, text) => {
  expect(formatPosition(seconds)).toBe(text)
  expect(parsePosition(text)).toBe(Math.floor(seconds))
})

test('a transcript is parsed from captions, and searched without vowel points', () => {
  const cues = parseCaptions(
    'WEBVTT\n\nNOTE about\n\n1\n00:00:01.000 --> 00:00:04.500\n<v הילה>שָׁלוֹם לכולם\nוברוכים הבאים\n\n01:02:03.250 --> 01:02:04.000 align:start\nתקציב',
  )
  expect(cues).toEqual([
    { from: 1, to: 4.5, text: 'שָׁלוֹם לכולם וברוכים הבאים' },
    { from: 3723.25, to: 3724, text: 'תקציב' },
  ])
  expect(findCues(cues, 'שלום')).toEqual([cues[0]])
  expect(findCues(cues, '')).toHaveLength(2)
})
