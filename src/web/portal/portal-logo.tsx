import { useState } from 'react'
import { Logo } from '#ui/pictures/logo.tsx'

/** The uploaded logo, and the name in its place while it cannot be loaded, such as without a network. */
export function PortalLogo({ name, image }: { name: string; image: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  return <Logo name={name} image={image === broken ? undefined : image} onBroken={() => setBroken(image)} />
}
