import { expect, test } from 'vitest'
import { checkMediaFile } from './check-media-file.ts'

const cue = '00:00:00.000 --> 00:00:02.000\nשלום\n'
const captions = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => checkMediaFile(new Blob(parts), 'captions')

test('captions in WebVTT are accepted, with a byte order mark too', async () => {
  expect(await captions(`WEBVTT\n\n${cue}`)).toEqual({ type: 'text/vtt' })
  expect(await captions(`\uFEFFWEBVTT\n\n${cue}`)).toEqual({ type: 'text/vtt' })
})

test('captions that browsers would not show are refused: SRT, another encoding, and a file without captions', async () => {
  expect(await captions(`1\n${cue.replaceAll('.', ',')}`)).toEqual({ problem: 'captions' })
  expect(await captions(cue)).toEqual({ problem: 'captions' })
  expect(await captions('WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n', Uint8Array.of(0xf9, 0xec))).toEqual({ problem: 'captions' }) // prettier-ignore
  expect(await captions('WEBVTT\n')).toEqual({ problem: 'captions' })
})

test('captions larger than a megabyte, and a file that is no video, are refused', async () => {
  expect(await captions(`WEBVTT\n\n${cue}`, 'א'.repeat(1024 ** 2))).toEqual({ problem: 'captions_size' })
  expect(await checkMediaFile(new Blob(['<title>webm</title>']), 'video')).toEqual({ problem: 'video' })
})
