import './site-header.css'
import { CircleUserRound, Menu, X } from 'lucide-react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../../pages.ts'
import { isShown } from '../blocks/resolve-link.ts'
import { callPath } from '../call-path.ts'
import { SiteLogo } from '../site-logo.tsx'

const menuId = 'site-menu'

/** Logo, main navigation, personal-area link. On a phone the navigation is a native popover, without a script. */
export function SiteHeader({ facts, path }: { facts: SiteFacts; path: string }) {
  const { business, loginUrl } = facts
  const call = callPath(facts)
  return (
    <header className="site-header">
      <div className="wrap site-header__in">
        <a className="logo" href="/" aria-label={[business.business_name, 'לעמוד הבית'].filter(Boolean).join(', ')}>
          <SiteLogo business={business} />
        </a>
        <nav className="site-nav" aria-label="ניווט ראשי">
          <MainLinks path={path} facts={facts} />
        </nav>
        <div className="site-header__end">
          <a className="site-header__login" href={loginUrl}>
            <Icon of={CircleUserRound} />
            אזור אישי
          </a>
          <ButtonLink look="primary" href={call} className="site-header__call">
            שיחת היכרות
          </ButtonLink>
          <Button look="ghost" iconOnly className="site-header__menu" popoverTarget={menuId} aria-label="תפריט">
            <Icon of={Menu} />
          </Button>
        </div>
      </div>
      <div className="site-menu" id={menuId} popover="auto">
        <nav aria-label="תפריט">
          <MainLinks path={path} facts={facts} />
          <a href={loginUrl}>
            <Icon of={CircleUserRound} />
            אזור אישי
          </a>
          <ButtonLink look="primary" size="lg" href={call}>
            שיחת היכרות
          </ButtonLink>
        </nav>
        <Button
          look="ghost"
          iconOnly
          className="site-menu__close"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          aria-label="סגירת התפריט"
        >
          <Icon of={X} />
        </Button>
      </div>
    </header>
  )
}

/** The owner's menu, without links to unpublished pages. */
function MainLinks({ path, facts }: { path: string; facts: SiteFacts }) {
  return facts.frame.menu
    .filter((link) => isShown(link, facts))
    .map(({ href, words }) => (
      <a key={href} href={href} {...hereOf(href, path)}>
        {words}
      </a>
    ))
}

/** Header of a landing page: the name of the business on a dark background, without navigation. */
export function LandingHeader({ business }: { business: SiteFacts['business'] }) {
  return (
    <header className="landing-header" data-theme="dark">
      <div className="wrap">
        <span className="logo">
          <SiteLogo business={business} />
        </span>
      </div>
    </header>
  )
}

/** The current page or its section: a post belongs to the blog. */
function hereOf(href: string, path: string) {
  if (href === path) return { 'aria-current': 'page' as const }
  return path.startsWith(`${href}/`) ? { 'aria-current': 'true' as const } : {}
}
