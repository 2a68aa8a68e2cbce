import './site-logo.css'
import { logoFor } from '#platform/business-profile/brand.ts'
import { Logo } from '#ui/pictures/logo.tsx'
import type { SiteFacts } from '../pages.ts'

type Props = { business: SiteFacts['business']; name?: string; compact?: boolean }

/** The business logo. The server does not know the browser's theme, so both logos are rendered and CSS shows one. */
export function SiteLogo({ business, name = business.business_name, compact = false }: Props) {
  const [light, dark] = [logoFor(business, false), logoFor(business, true)]
  if (!light || light === dark) return <Logo name={name} image={light} compact={compact} />
  return (
    <>
      <span className="site-logo">
        <Logo name={name} image={light} />
      </span>
      <span className="site-logo site-logo--dark">
        <Logo name={name} image={dark} isLazy />
      </span>
    </>
  )
}
