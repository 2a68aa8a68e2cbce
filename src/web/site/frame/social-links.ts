import { socialNetworks } from '#features/business-profile/business-profile.ts'
import type { SiteFacts } from '../../pages.ts'

const networks = {
  instagram: 'אינסטגרם',
  facebook: 'פייסבוק',
  youtube: 'יוטיוב',
  linkedin: 'לינקדאין',
  tiktok: 'טיקטוק',
  x: 'X',
} satisfies Record<(typeof socialNetworks)[number], string>

/** The business's own addresses in the networks, by their names: no marks of others. */
export const socialLinks = ({ socials }: SiteFacts['business']): { href: string; words: string }[] =>
  socialNetworks.flatMap((network) => {
    const href = socials[network]
    return href?.startsWith('https://') ? [{ href, words: networks[network] }] : []
  })
