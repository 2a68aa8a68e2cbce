import { expect, test } from 'vitest'
import { elements, renderHtml } from '../../../../test/rendered-html.ts'
import type { VideoSource } from '#platform/player/video-source.ts'
import { StreamDown } from './stream-down.tsx'

const linksOf = (source: VideoSource | null) =>
  elements(renderHtml(<StreamDown source={source} />).html, 'a').map(({ attributes }) => attributes['href'])

test('the message about a failed broadcast links to the page of the video provider, unless it is an uploaded file', () => {
  expect(linksOf({ provider: 'youtube', ref: 'dQw4w9WgXcQ' })).toEqual(['https://www.youtube.com/watch?v=dQw4w9WgXcQ'])
  expect(linksOf({ provider: 'vimeo', ref: '123456789/abcdef0123' })).toEqual([
    'https://vimeo.com/123456789/abcdef0123',
  ])
  expect(linksOf({ provider: 'hls', ref: 'https://cdn.example.com/live/index.m3u8' })).toEqual([])
  expect(linksOf(null)).toEqual([])
})
