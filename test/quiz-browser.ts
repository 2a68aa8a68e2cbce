// A visitor's browser on the quiz: plain HTML posts, with a cookie of its own.
import type { testSite } from './site-app.ts'

type App = Awaited<ReturnType<typeof testSite>>['app']
type Reply = { statusCode: number; headers: Record<string, unknown>; body: string }
const cookieOf = (reply: Reply) => /quiz=([\w-]+)/.exec(String(reply.headers['set-cookie']))?.[1]

/** Opens browsers, each with a cookie of its own. */
export const quizBrowsers = (app: App) => () => {
  let key = ''
  const headers = () => ({ ...(key && { cookie: `quiz=${key}` }), 'user-agent': 'test' })
  return {
    key: () => key,
    get: (url: string) => app.inject({ url: url.split('#')[0]!, headers: headers() }),
    async post(path: string, fields: Record<string, string> = {}) {
      const reply = await app.inject({
        method: 'POST',
        url: `/financial_stage${path}`,
        headers: { ...headers(), 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
      key = cookieOf(reply as Reply) ?? key
      return reply
    },
    /** Answers in order; a dash skips. */
    async answer(points: string) {
      const all = points.split(' ')
      let reply
      for (const [i, point] of all.entries())
        // oxlint-disable-next-line no-await-in-loop -- in order
        reply = await this.post('/questions', { question: `q${i + 1}`, answer: point === '-' ? 'skip' : point, step: 'next' }) // prettier-ignore
      return reply!
    },
    /** Runs through the quiz without details. Returns the address of the result. */
    async finish(points: string, start: Record<string, string> = {}) {
      await this.post('/start', start)
      await this.answer(points)
      return (await this.post('/questions/skip')).headers.location as string
    },
  }
}

/** The key of a result in its address. */
export const tokenOf = (address: string) => /r=([\w-]+)/.exec(address)![1]!
