// Renders the video clips of the site: a silent WebM and its Hebrew captions, from the storyboards in src/platform/player/clips. Chromium
// draws and encodes (VP9, WebCodecs); scripts/clips/webm.ts writes the file. Run it after changing a storyboard: node scripts/clips.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripTypeScriptTypes } from 'node:module'
import { chromium as browsers } from '@playwright/test'
import { scenes, seconds } from '#platform/player/clips/annual-expenses.ts'
import { chromium } from '../test/chromium.ts'
import type { drawClip, Encoded } from './clips/draw.ts'
import { webmOf } from './clips/webm.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'src/platform/player/clips')
const [width, height, perSecond, keyEvery] = [640, 360, 8, 4]
const font = (letters: string, range = '') =>
  `@font-face { font-family: clip; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(join(root, `src/ui/fonts/noto-sans-hebrew-${letters}.woff2`)).toString('base64')}); ${range} }`
const page = `<!doctype html><html lang="he" dir="rtl"><style>${font('lat')}${font('he', 'unicode-range: U+0590-05FF, U+20AA;')}</style>
<p style="font-family: clip">אבג abc ₪</p>`

/** 00:01:05.000 */
const stamp = (at: number) =>
  `00:${String(Math.floor(at / 60)).padStart(2, '0')}:${(at % 60).toFixed(3).padStart(6, '0')}`

/** The duration of a scene is divided among its captions in proportion to their length. */
function captions() {
  const cues = scenes.flatMap(({ at, captions: said }, index) => {
    const until = scenes[index + 1]?.at ?? seconds
    const whole = said.join('').length
    let from = at
    return said.map((text) => {
      const to = from + ((until - at) * text.length) / whole
      const cue = `${stamp(from)} --> ${stamp(to)}\n${text}`
      from = to
      return cue
    })
  })
  return ['WEBVTT', ...cues].join('\n\n') + '\n'
}

const browser = await browsers.launch(chromium)
try {
  const drawn = await browser.newPage()
  // WebCodecs need a secure origin.
  await drawn.route('https://clips.test/', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: page }),
  )
  await drawn.goto('https://clips.test/')
  const source = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'clips/draw.ts'), 'utf8'))
  await drawn.addScriptTag({ content: source.replace('export async function', 'async function') })
  const encoded = await drawn.evaluate(
    (options) => (window as unknown as { drawClip: typeof drawClip }).drawClip(options),
    { scenes, seconds, width, height, perSecond, keyEvery },
  )
  const frames = encoded.map(({ at, isKey, base64 }: Encoded) => ({ at, isKey, bytes: Buffer.from(base64, 'base64') }))
  const clip = webmOf({ width, height, codec: 'V_VP9', durationMs: seconds * 1000, frames })
  writeFileSync(join(folder, 'annual-expenses.webm'), clip)
  writeFileSync(join(folder, 'annual-expenses.vtt'), captions())
  process.stdout.write(`annual-expenses.webm: ${Math.round(clip.length / 1024)} KB\n`)
} finally {
  await browser.close()
}
