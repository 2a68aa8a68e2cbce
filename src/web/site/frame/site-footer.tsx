import './site-footer.css'
import { CookieChoicesButton } from '#features/cookie-consent/cookie-banner.tsx'
import { Logo } from '#ui/pictures/logo.tsx'
import type { SiteFacts } from '../../pages.ts'
import { Fold } from '../blocks/fold.tsx'
import { isShown } from '../blocks/resolve-link.ts'
import { socialLinks } from './social-links.ts'
import { BusinessAddress } from '../business-address.tsx'

type Link = { href: string; words: string }

const legalLinks: Link[] = [
  { href: '/privacy-policy', words: 'מדיניות פרטיות' },
  { href: '/terms', words: 'תנאי שימוש' },
  { href: '/accessibility', words: 'הצהרת נגישות' },
  { href: '/disclaimer', words: 'הבהרה והסרת אחריות' },
  { href: '/cancel-transaction', words: 'ביטול עסקה' },
]

/** Site footer: business details, the owner's groups of published pages, social and legal links. */
export function SiteFooter({ facts }: { facts: SiteFacts }) {
  const { business, frame } = facts
  const { tagline, groups } = frame.footer
  const network = [...socialLinks(business), { href: '/landinger/link-in-bio', words: 'כל הקישורים' }]
  const shown = [...groups, { title: 'ברשת', links: network }]
    .map(({ title, links }) => ({ title, links: published(links, facts) }))
    .filter(({ links }) => links.length > 0)
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="site-footer__top">
          <div className="site-footer__brand">
            <a className="logo" href="/" aria-label={[business.business_name, 'לעמוד הבית'].filter(Boolean).join(', ')}>
              <Logo name={business.business_name} image={business.logo_dark_url} />
            </a>
            {tagline && <p>{tagline}</p>}
            <BusinessAddress business={business} />
          </div>
          {shown.length > 0 && (
            <Fold summary="כל העמודים">
              <div className="site-footer__groups">
                {shown.map((group) => (
                  <Links key={group.title} {...group} />
                ))}
              </div>
            </Fold>
          )}
        </div>
        <LegalLine facts={facts} />
      </div>
    </footer>
  )
}

/** Footer of a landing page: only legally required links, nothing that distracts from its action. */
export const LandingFooter = ({ facts }: { facts: SiteFacts }) => (
  <footer className="site-footer site-footer--landing">
    <div className="wrap">
      <LegalLine facts={facts} />
    </div>
  </footer>
)

function LegalLine({ facts }: { facts: SiteFacts }) {
  const { business, frame } = facts
  const legal = published(legalLinks, facts)
  return (
    <div className="site-footer__legal">
      <p>
        {[business.legal_name ?? business.business_name, business.company_number && `ח.פ. ${business.company_number}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {legal.length > 0 && (
        <nav aria-label="מידע משפטי">
          <LinkList links={legal} />
        </nav>
      )}
      <CookieChoicesButton />
      {frame.footer.note && <p className="site-footer__note">{frame.footer.note}</p>}
    </div>
  )
}

const published = (links: readonly Link[], facts: SiteFacts) => links.filter((link) => isShown(link, facts))

const Links = ({ title, links }: { title: string; links: readonly Link[] }) => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <LinkList links={links} />
  </nav>
)

function LinkList({ links }: { links: readonly Link[] }) {
  return (
    <ul>
      {links.map(({ href, words }) => (
        <li key={href}>
          <a href={href}>{words}</a>
        </li>
      ))}
    </ul>
  )
}
