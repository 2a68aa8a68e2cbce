// /webinar/:id: one webinar and its registration. The id is its slug; a URL with the row id redirects.
import type { Backend } from '#client/backend.ts'
import {
  holdsUntil,
  openSessions,
  readShownWebinars,
  readVisit,
} from '#features/webinars/public/public-webinars.data.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { readShownTexts } from '#platform/consents/shown-texts.data.ts'
import type { Head, MovedPage, PageAddress, PageRequest } from '../pages.ts'
import { readContent } from '../site/content.ts'
import { type ContentBelow, belowOf, readProof } from './content-below.ts'
import { webinarEvent, webinarRecording } from './webinar-json.ts'
import type { LoadedWebinar, WebinarProps } from './webinar-view.tsx'

export { WebinarView as View } from './webinar-view.tsx'

export const layout = 'landing'

export async function load(backend: Backend, request: PageRequest): Promise<LoadedWebinar | MovedPage | undefined> {
  const id = request.params['id'] ?? ''
  // The token of this browser's registration, unless `another` requests the form for another person.
  const key = request.query['another'] ? '' : (request.query['r'] ?? '')
  const [webinars, texts, visit] = await Promise.all([
    readShownWebinars(backend),
    readShownTexts(backend),
    readVisit(backend, key),
  ])
  const webinar = webinars.find((one) => one.slug === id)
  if (webinar)
    return {
      webinar,
      own: visit?.webinar_id === webinar.id ? visit : undefined,
      others: webinars.filter(
        (one) =>
          one !== webinar &&
          (openSessions(one).length > 0 || one.kind === 'on_demand' || one.just_in_time_from !== null),
      ),
      texts,
      content: await readBelow(backend, request, webinar.page_path),
      holdsUntil: holdsUntil([webinar], Date.now()),
    }
  const byId = webinars.find((one) => one.id === id)
  return byId && { movedTo: webinarPath(byId.slug) }
}

/** The published page of the webinar, otherwise the default content. */
async function readBelow(backend: Backend, request: PageRequest, path: string | null): Promise<ContentBelow> {
  const content = path ? await readContent(backend, { ...request, draft: undefined }, path) : undefined
  return content ? { blocks: belowOf(content.page.blocks), rows: content.rows, isWhole: true } : readProof(backend)
}

/** The pages of published webinars, for the sitemap. */
export const addresses = async (backend: Backend): Promise<PageAddress[]> =>
  (await readShownWebinars(backend)).map(({ slug, title, subtitle, updated_at: modifiedAt }) => ({
    path: webinarPath(slug),
    title,
    description: subtitle || title,
    modifiedAt,
  }))

export function head({ webinar, facts, request }: WebinarProps): Head {
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return {
    title: errorMessage ? `${errorMessage} – ${webinar.title}` : webinar.title,
    description: webinar.subtitle || webinar.title,
    modifiedAt: webinar.updated_at,
    jsonLd: [...webinarEvent(webinar, facts), ...webinarRecording(webinar, facts)],
    crumbs: [{ name: 'הדרכות', path: '/webinar' }],
  }
}
