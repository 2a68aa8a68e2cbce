import './library.css'
import { ImageUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { acceptedTypes, imageUrl, type LibraryPicture, refusals, type StoredImage } from '../images.ts'
import { usePictureLibrary, useUploadPicture } from './library.data.ts'

/** The pictures of the library with search and upload. `onUploaded` receives the last uploaded one. */
export function PictureGrid({
  onOpen,
  onUploaded,
}: {
  onOpen: (picture: LibraryPicture) => void
  onUploaded?: (picture: StoredImage) => void
}) {
  const [query, setQuery] = useState('')
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = usePictureLibrary(query)
  const pictures = data?.pages.flat() ?? []
  const upload = useUpload(onUploaded)
  return (
    <div
      className="pictures"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void upload.uploadFiles([...event.dataTransfer.files])
      }}
    >
      <div className="pictures__bar">
        <SearchField label="חיפוש תמונה" placeholder="שם הקובץ או מה רואים" value={query} onChange={setQuery} />
        <UploadButton busy={upload.isBusy} onFiles={(files) => void upload.uploadFiles(files)}>
          {upload.isBusy ? 'מעלים' : 'העלאת תמונות'}
        </UploadButton>
      </div>
      {isPending && <Loading />}
      {isError && (
        <p className="hint">
          הספרייה לא נטענה.{' '}
          <Button size="sm" onClick={() => void refetch()}>
            ניסיון נוסף
          </Button>
        </p>
      )}
      {data && pictures.length === 0 && (
        <EmptyState
          title={query ? 'אין תמונה כזאת' : 'עוד אין תמונות'}
          text={query ? 'נסו מילה אחרת.' : 'גוררים לכאן קבצים, או מעלים. JPG, PNG, WebP ו־AVIF, עד 10 מ״ב.'}
        />
      )}
      <ul className="pictures__list">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button type="button" onClick={() => onOpen(picture)}>
              <img src={imageUrl(picture, { width: 320 })} alt="" loading="lazy" width="160" height="120" />
              <bdi>{picture.alt || picture.name || 'תמונה בלי שם'}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          עוד תמונות
        </Button>
      )}
    </div>
  )
}

function useUpload(onUploaded: ((picture: StoredImage) => void) | undefined) {
  const upload = useUploadPicture()
  const [isBusy, setBusy] = useState(false)
  async function uploadFiles(files: readonly File[]) {
    if (files.length === 0) return
    setBusy(true)
    let last: StoredImage | undefined
    for (const file of files)
      try {
        last = await upload.mutateAsync(file)
      } catch (error) {
        toast.error(refusalText(error, refusals), { title: `${file.name}: התמונה לא נוספה` })
      }
    setBusy(false)
    if (last) onUploaded?.(last)
  }
  return { isBusy, uploadFiles }
}

/** A button that opens the file picker for images. */
export function UploadButton({
  busy,
  onFiles,
  isSingle = false,
  children,
}: {
  busy: boolean
  onFiles: (files: File[]) => void
  isSingle?: boolean
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Icon of={ImageUp} />} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        className="vh"
        type="file"
        accept={acceptedTypes}
        multiple={!isSingle}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
