import './site-footer.css'
import { CookieChoicesButton } from '#features/cookie-consent/cookie-banner.tsx'
import { Logo } from '#ui/pictures/logo.tsx'
import type { SiteFacts } from '../../pages.ts'
import { socialLinks } from './social-links.ts'
import { BusinessAddress } from '../business-address.tsx'

type Link = { href: string; words: string }

const siteLinks: Link[] = [
  { href: '/about', words: 'אודות' },
  { href: '/blog', words: 'בלוג' },
  { href: '/reviews', words: 'המלצות' },
  { href: '/features', words: 'מה כלול' },
  { href: '/pricing', words: 'מסלולים ומחירים' },
  { href: '/faq', words: 'שאלות נפוצות' },
]
const startLinks: Link[] = [
  { href: '/financial_stage', words: 'שאלון השלב הכלכלי' },
  { href: '/book-a-call', words: 'שיחת היכרות' },
  { href: '/contact', words: 'יצירת קשר' },
  { href: '/newsletter', words: 'ניוזלטר' },
]
const legalLinks: Link[] = [
  { href: '/privacy-policy', words: 'מדיניות פרטיות' },
  { href: '/terms', words: 'תנאי שימוש' },
  { href: '/accessibility', words: 'הצהרת נגישות' },
  { href: '/disclaimer', words: 'הבהרה והסרת אחריות' },
  { href: '/cancel-transaction', words: 'ביטול עסקה' },
]

/** Site footer: business details, published pages, social and legal links. */
export function SiteFooter({ facts: { business, publishedPaths } }: { facts: SiteFacts }) {
  const built = (links: readonly Link[]) =>
    links.filter(({ href }) => !href.startsWith('/') || publishedPaths.includes(href))
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="site-footer__top">
          <div className="site-footer__brand">
            <a className="logo" href="/" aria-label={[business.business_name, 'לעמוד הבית'].filter(Boolean).join(', ')}>
              <Logo name={business.business_name} image={business.logo_dark_url} />
            </a>
            <p>ליווי כלכלי למשפחות</p>
            <BusinessAddress business={business} />
          </div>
          <Links title="האתר" links={built(siteLinks)} />
          <Links title="להתחיל" links={built(startLinks)} />
          <Links
            title="ברשת"
            links={built([...socialLinks(business), { href: '/landinger/link-in-bio', words: 'כל הקישורים' }])}
          />
        </div>
        <div className="site-footer__legal">
          <p>
            {[
              business.legal_name ?? business.business_name,
              business.company_number && `ח.פ. ${business.company_number}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {built(legalLinks).length > 0 && (
            <nav aria-label="מידע משפטי">
              <LinkList links={built(legalLinks)} />
            </nav>
          )}
          <CookieChoicesButton />
          <p className="site-footer__note">
            המידע כללי ואינו ייעוץ השקעות, ייעוץ פנסיוני, ייעוץ מס או ייעוץ משפטי, ואינו תחליף לייעוץ אישי בידי בעלי
            רישיון.
          </p>
        </div>
      </div>
    </footer>
  )
}

function Links({ title, links }: { title: string; links: readonly Link[] }) {
  if (links.length === 0) return null
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <LinkList links={links} />
    </nav>
  )
}

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
