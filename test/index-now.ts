// A fake IndexNow endpoint: validates requests against the protocol, and fetches the key file from the site.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Body = { host?: unknown; key?: unknown; keyLocation?: unknown; urlList?: unknown }

/** `readKeyFile` fetches a URL of the site; undefined if there is no file. */
export async function startIndexNow(readKeyFile: (path: string) => Promise<string | undefined>) {
  const submitted: string[][] = []
  let refusals: number[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { method, headers, url } = request
      const status =
        method !== 'POST' || url !== '/indexnow' || !headers['content-type']?.startsWith('application/json')
          ? 400
          : await statusOf((await json(request)) as Body)
      response.writeHead(status).end()
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function statusOf({ host, key, keyLocation, urlList }: Body) {
    const refusal = refusals.shift()
    if (refusal) return refusal
    if (typeof key !== 'string' || !/^[a-zA-Z0-9-]{8,128}$/.test(key) || !Array.isArray(urlList)) return 400
    const urls = urlList.map(String)
    if (urls.length === 0 || urls.length > 10_000) return 400
    const isOfHost = (address: string) => URL.canParse(address) && new URL(address).host === host
    if (!urls.every(isOfHost) || !isOfHost(String(keyLocation))) return 422
    if ((await readKeyFile(new URL(String(keyLocation)).pathname)) !== key) return 403
    submitted.push(urls)
    return 200
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`,
    submitted,
    /** Refuses the next requests with these statuses. */
    refuse: (...statuses: number[]) => void (refusals = statuses),
    stop: () => new Promise((done) => server.close(done)),
  }
}
