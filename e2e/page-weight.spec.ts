import { expect, test } from '@playwright/test'

// Weight of a page before interaction, in transferred bytes. Fonts: all that its stylesheets may request.
const max = { script: 3 * 1024, style: 20 * 1024, font: 70 * 1024 }

test('no public page exceeds its weight budget', async ({ baseURL }) => {
  const weights = new Map<string, Promise<{ bytes: number; text: string }>>()
  const weigh = (address: string) => {
    const weight = weights.get(address) ?? fetched(new URL(address, baseURL))
    weights.set(address, weight)
    return weight
  }
  const sitemap = await (await fetch(new URL('/sitemap.xml', baseURL))).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map((found) => new URL(found[1]!).pathname)
  expect(listed.length).toBeGreaterThan(3)
  for (const path of [...listed, '/home-2', '/home-3', '/book/hila', '/no-such-page']) {
    const html = await (await fetch(new URL(path, baseURL))).text()
    const scripts = await withImports(addresses(html, /<script[^>]* src="([^"]+)"/g), weigh)
    const styles = addresses(html, /<link rel="stylesheet" href="([^"]+)"/g)
    const sheets = await Promise.all(styles.map(weigh))
    const fonts = new Set(sheets.flatMap(({ text }) => addresses(text, /url\(["']?([^"')]+\.woff2)/g)))
    const weight = {
      script: await sum([...scripts], weigh),
      style: sheets.reduce((all, { bytes }) => all + bytes, 0),
      font: await sum([...fonts], weigh),
    }
    for (const kind of ['script', 'style', 'font'] as const)
      expect(weight[kind], `${kind} of ${decodeURI(path)}`).toBeLessThanOrEqual(max[kind])
  }
})

test('the picker of a booking page, with React, weighs at most 70 KB', async ({ baseURL }) => {
  const weigh = (address: string) => fetched(new URL(address, baseURL))
  const { text: html } = await weigh('/book/hila')
  const [script] = addresses(html, /<script type="module" src="([^"]+)"/g)
  const { text, bytes: firstView } = await weigh(script!)
  const loaded = addresses(text, /[`"'/]((?:booking\.island|client)-[\w-]+\.js)/g).map((name) => `/assets/${name}`)
  expect(new Set(loaded).size).toBe(2)
  const all = await withImports(loaded, weigh)
  expect((await sum([...all], weigh)) - firstView).toBeLessThanOrEqual(70 * 1024)
})

test('the form of a page weighs at most 40 KB beyond React', async ({ baseURL }) => {
  const weigh = (address: string) => fetched(new URL(address, baseURL))
  const { text: html } = await weigh('/book/hila')
  const [script] = addresses(html, /<script type="module" src="([^"]+)"/g)
  const { text, bytes: firstView } = await weigh(script!)
  const [island, ...others] = addresses(text, /[`"'/](filling\.island-[\w-]+\.js)/g).map((name) => `/assets/${name}`)
  expect(others.filter((other) => other !== island)).toEqual([])
  const all = await withImports([island!], weigh)
  expect((await sum([...all], weigh)) - firstView).toBeLessThanOrEqual(40 * 1024)
})

type Weigh = (address: string) => Promise<{ bytes: number; text: string }>

/** Response bytes as transferred, compressed where the server compresses. */
async function fetched(url: URL) {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status, url.pathname).toBe(200)
  const text = await answer.text()
  return { bytes: Number(answer.headers.get('content-length') ?? Buffer.byteLength(text)), text }
}

/** A script with its static imports; dynamic imports are loaded later. */
async function withImports(scripts: string[], weigh: Weigh): Promise<Set<string>> {
  const all = new Set<string>()
  const walk = async (address: string): Promise<void> => {
    if (all.has(address)) return
    all.add(address)
    const { text } = await weigh(address)
    for (const near of addresses(text, /(?:from|import)\s*["'](\.\/[^"']+)["']/g))
      await walk(`/assets/${near.slice(2)}`)
  }
  for (const script of scripts) await walk(script)
  return all
}

const addresses = (text: string, form: RegExp) => [...text.matchAll(form)].map((found) => found[1]!)

async function sum(all: string[], weigh: Weigh) {
  const weighed = await Promise.all(all.map(weigh))
  return weighed.reduce((total, { bytes }) => total + bytes, 0)
}
