// IndexNow: submits changed URLs to search engines, which share them. https://www.indexnow.org/documentation

export type IndexNowSettings = { key: string; url: string }

/** The protocol's maximum number of URLs per request. */
const maxUrls = 10_000
const timeoutMs = 10_000

/** The URL of the key file that proves ownership of the site. */
export const keyPathOf = ({ key }: Pick<IndexNowSettings, 'key'>) => `/${key}.txt`

/** `urls` are absolute and of `siteUrl`. Throws unless all requests were accepted; resubmitting is harmless. */
export async function submitToIndexNow({ key, url }: IndexNowSettings, siteUrl: string, urls: readonly string[]) {
  for (let at = 0; at < urls.length; at += maxUrls) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        host: new URL(siteUrl).host,
        key,
        keyLocation: siteUrl + keyPathOf({ key }),
        urlList: urls.slice(at, at + maxUrls),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const reply = (await response.text()).slice(0, 300)
    // 202: accepted, but the key is not verified yet.
    if (response.status !== 200 && response.status !== 202)
      throw new Error(`IndexNow answered ${response.status}: ${reply}`.trim())
  }
}
