// A browser session on the quiz: plain HTML posts, with a separate cookie.
import type { testSite } from './site-app.ts'

type App = Awaited<ReturnType<typeof testSite>>['app']
type Reply = { statusCode: number; headers: Record<string, unknown>; body: string }
const cookieOf = (reply: Reply) => /quiz=([\w-]+)/.exec(String(reply.headers['set-cookie']))?.[1]

/** Opens browser sessions, each with its own cookie. */
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
    /** Answers the questions in order; a dash skips one. */
    async answer(points: string) {
      const all = points.split(' ')
      let reply
      for (const [i, point] of all.entries())
        // oxlint-disable-next-line no-await-in-loop -- in order
        reply = await this.post('/questions', { question: `q${i + 1}`, answer: point === '-' ? 'skip' : point, step: 'next' }) // prettier-ignore
      return reply!
    },
    /** Completes the quiz without contact details. Returns the path of the result. */
    async finish(points: string, start: Record<string, string> = {}) {
      await this.post('/start', start)
      await this.answer(points)
      return (await this.post('/questions/skip')).headers.location as string
    },
  }
}

/** The key of a result, from its URL. */
export const tokenOf = (address: string) => /r=([\w-]+)/.exec(address)![1]!
