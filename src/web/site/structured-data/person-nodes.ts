import { shareImageUrl } from '#platform/images/images.ts'
import type { BlockOf } from '#platform/pages/blocks.ts'
import type { SiteFacts } from '../../pages.ts'
import type { BlockRows } from '../blocks/block-rows.ts'

type Person = BlockOf<'people'>['content']['list'][number]

/** Person nodes of schema.org for the people on the page. Empty fields, training and licences are omitted. */
export const personNodes = (
  people: readonly Person[],
  { pictures }: Pick<BlockRows, 'pictures'>,
  { siteUrl }: Pick<SiteFacts, 'siteUrl'>,
) =>
  people
    .filter(({ name }) => name.trim())
    .map(({ name, role, about, photo }) => {
      const picture = pictures.get(photo.id)
      return {
        '@type': 'Person',
        name,
        ...(role && { jobTitle: role }),
        ...(about && { description: about }),
        ...(picture && { image: new URL(shareImageUrl(picture), siteUrl).href }),
        worksFor: { '@id': `${siteUrl}/#organization` },
      }
    })
