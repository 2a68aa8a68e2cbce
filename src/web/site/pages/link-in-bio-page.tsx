import './link-in-bio-page.css'
import type { Backend } from '#client/backend.ts'
import { BioLinks } from '#features/bio/bio-links.tsx'
import { readBio } from '#features/bio/bio.data.ts'
import type { BioLink, BioPage } from '#features/bio/bio.ts'
import { CookieChoicesButton } from '#features/cookie-consent/cookie-banner.tsx'
import { LogoMark } from '#ui/pictures/logo.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import type { Head, PageProps, TimedContent } from '../../pages.ts'
import gapCover from '#ui/art/gap-cover.svg?raw'
import { resolveLink } from '../blocks/resolve-link.ts'
import { socialLinks } from '../frame/social-links.ts'

type Props = PageProps & { page: BioPage; links: BioLink[] } & TimedContent

export const quiet = true

export async function load(backend: Backend) {
  const { page, links, changesAt } = await readBio(backend)
  return { page, links, holdsUntil: changesAt }
}

export const head = ({ facts, page }: Props): Head => ({
  title: nameOf(page, facts),
  description: [page.line, `כל הקישורים של ${nameOf(page, facts)}: שיחת היכרות, מדריכים ודרכים ליצור קשר`]
    .filter(Boolean)
    .join('. '),
})

/** Link-in-bio page: all links of the business on one page, for social profiles. */
export function View({ facts, page, links }: Props) {
  const { business, publishedPaths } = facts
  const open = links.filter(({ url }) => resolveLink({ words: '', href: url }, facts) !== undefined)
  const networks = page.shows_networks ? socialLinks(business) : []
  return (
    <div className="bio">
      <div className="bio__card">
        <Illustration svg={gapCover} className="bio__art" />
        <div className="bio__me">
          {business.profile_image_url ? (
            <img className="bio__pic" src={business.profile_image_url} alt="" width={104} height={104} />
          ) : (
            <span className="bio__pic bio__pic--mark">
              <LogoMark />
            </span>
          )}
          <h1 className="display d3">{nameOf(page, facts)}</h1>
          {page.line && <p>{page.line}</p>}
        </div>
        {open.length > 0 ? (
          <BioLinks links={open} />
        ) : (
          <p className="bio__none">
            <a href="/contact">יצירת קשר</a>
          </p>
        )}
        <footer className="bio__foot">
          {networks.length > 0 && (
            <ul>
              {networks.map(({ href, words }) => (
                <li key={href}>
                  <a href={href} rel="noopener">
                    {words}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <ul>
            <li>
              <a href="/">לאתר</a>
            </li>
            {publishedPaths.includes('/privacy-policy') && (
              <li>
                <a href="/privacy-policy">מדיניות פרטיות</a>
              </li>
            )}
            <li>
              <CookieChoicesButton />
            </li>
          </ul>
        </footer>
      </div>
    </div>
  )
}

const nameOf = ({ name }: BioPage, { business }: PageProps['facts']) => name || business.business_name || 'האתר בהקמה'
