// The media library: the site's pictures with their uses and focal points.
import { useState } from 'react'
import type { LibraryPicture } from '#platform/images/images.ts'
import { PictureDetails } from '#platform/images/library/picture-details.tsx'
import { PictureGrid } from '#platform/images/library/picture-grid.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'

export function Component() {
  useScreenTitle('תמונות')
  const [opened, setOpened] = useState<LibraryPicture>()
  return (
    <>
      <PictureGrid onOpen={setOpened} />
      {opened && <PictureDetails key={opened.id} picture={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
