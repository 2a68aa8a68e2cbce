import { socialNetworks } from '#platform/business-profile/business-profile.ts'
import type { SiteFacts } from '../../pages.ts'

const networks = {
  instagram: 'אינסטגרם',
  facebook: 'פייסבוק',
  youtube: 'יוטיוב',
  linkedin: 'לינקדאין',
  tiktok: 'טיקטוק',
  x: 'X',
} satisfies Record<(typeof socialNetworks)[number], string>

/** Social profile links, as text without third-party logos. */
export const socialLinks = ({ socials }: SiteFacts['business']): { href: string; words: string }[] =>
  socialNetworks.flatMap((network) => {
    const href = socials[network]
    return href?.startsWith('https://') ? [{ href, words: networks[network] }] : []
  })
