import { refusalText } from '#client/refusal.ts'
import { staffRefusals } from '#features/launches/launch-edit.ts'
import { useRemoveWorksheet, useUploadWorksheet } from '#features/launches/launches.data.ts'
import type { LaunchContent } from '#features/launches/launches.ts'
import { acceptedDocuments } from '#platform/files/document-files.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { toast } from '#ui/toast/toast.tsx'

const showError = (error: unknown) => void toast.error(refusalText(error, staffRefusals))

/** The worksheet of a content, which participants download once it is open. */
export function ContentWorksheet({ content: { id, title, worksheet_name: name } }: { content: LaunchContent }) {
  const uploading = useUploadWorksheet()
  const removing = useRemoveWorksheet()
  return (
    <div className="launch-file">
      {name !== null && (
        <span>
          דף עבודה: <bdi>{name}</bdi>
        </span>
      )}
      <FileButton
        label={`בחירת דף עבודה: ${title}`}
        accept={acceptedDocuments}
        size="sm"
        look="ghost"
        busy={uploading.isPending}
        onFile={(file) =>
          uploading.mutate(
            { content: id, file },
            { onSuccess: () => void toast.success('דף העבודה הועלה'), onError: showError },
          )
        }
      >
        {uploading.isPending ? 'מעלים' : name === null ? 'העלאת דף עבודה' : 'החלפה'}
      </FileButton>
      {name !== null && (
        <Button
          size="sm"
          look="ghost"
          busy={removing.isPending}
          aria-label={`הסרה: דף העבודה של ${title}`}
          onClick={() =>
            removing.mutate(id, { onSuccess: () => void toast.success('דף העבודה הוסר'), onError: showError })
          }
        >
          הסרה
        </Button>
      )}
    </div>
  )
}
