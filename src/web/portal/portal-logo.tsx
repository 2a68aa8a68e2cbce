import { useState } from 'react'
import { Logo } from '#ui/pictures/logo.tsx'

/** The uploaded logo; the business name if it cannot be loaded, such as offline. */
export function PortalLogo({ name, image }: { name: string; image: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  return <Logo name={name} image={image === broken ? undefined : image} onBroken={() => setBroken(image)} />
}
