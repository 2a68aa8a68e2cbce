import './portal-nav.css'
import { Menu as Lines } from 'lucide-react'
import { NavLink, Link } from 'react-router'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { addressOf, portalTabs } from './portal-tabs.ts'

const main = portalTabs.filter(({ isMain }) => isMain)
const others = portalTabs.filter(({ isMain }) => !isMain)

/** The tabs: in the top bar of a wide screen, at the bottom of a phone. */
export const PortalNav = ({ place }: { place: 'top' | 'bottom' }) => (
  <nav className={`portal-nav portal-nav--${place}`} aria-label="האזור האישי">
    {main.map((tab) => (
      <NavLink key={tab.path} to={addressOf(tab)} end={tab.path === ''} className="portal-nav__item">
        <Icon of={tab.icon} />
        {tab.text}
      </NavLink>
    ))}
    {others.length > 0 && (
      <Menu
        align="end"
        side={place === 'top' ? 'bottom' : 'top'}
        trigger={
          <button type="button" className="portal-nav__item">
            <Icon of={Lines} />
            עוד
          </button>
        }
      >
        {others.map((tab) => (
          <MenuItem key={tab.path} icon={tab.icon} render={<Link to={addressOf(tab)} />}>
            {tab.text}
          </MenuItem>
        ))}
      </Menu>
    )}
  </nav>
)
