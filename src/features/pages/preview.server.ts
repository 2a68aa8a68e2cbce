// A page as visitors would see it, made of what is not saved yet. Kept nowhere.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { type Page, PageDraft } from './pages.ts'
import { checkBlocks, editsSite } from './pages.server.ts'

/** Renders a draft as the page's whole HTML; undefined where the site has no such page. */
export type RenderDraft = (draft: Page) => Promise<string | undefined>

/** `renderDraft` belongs to the site, which stands on the functions. */
export const previewPage = (renderDraft: RenderDraft) =>
  defineEndpoint({
    name: 'preview-page',
    caller: editsSite,
    methods: ['POST'],
    async fetch(request) {
      const { data } = PageDraft.safeParse(await request.json().catch(() => undefined))
      if (!data) throw new Refusal('invalid_input', 422, 'The body is no draft of a page.')
      const blocks = checkBlocks(data.path, data.blocks)
      const html = await renderDraft({ path: data.path, blocks, publishedAt: new Date().toISOString() })
      if (html === undefined) throw new Refusal('page_not_found', 404, 'The site has no such page.')
      return new Response(withoutScripts(html), {
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      })
    },
  })

/** The frame that shows it runs none: told so beforehand, the browser has nothing to complain about. */
const withoutScripts = (html: string) => html.replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '')
