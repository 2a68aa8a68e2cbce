import { Illustration } from '#ui/illustration.tsx'
import landscape from '../site/art/margin-landscape-narrow.svg?raw'

/** The landscape beside the door; on a phone it is not shown and not fetched. */
export default function AuthPicture() {
  return <Illustration className="auth__picture" svg={landscape} />
}
