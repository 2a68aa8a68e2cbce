// File selection. No contact is created here; the preview comes first.
import './import.css'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useImports, useUpload } from '#features/imports/imports.data.ts'
import { refusals } from '#features/imports/imports.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { ImportRows } from './import-list.tsx'
import { ImportSteps } from './import-steps.tsx'

export function Component() {
  useScreenTitle('ייבוא אנשי קשר')
  const { data } = useImports(0, 5)
  return (
    <div className="view import">
      <div className="view__head">
        <h1>ייבוא אנשי קשר</h1>
      </div>
      <ImportSteps now="file" />
      <FileStep />
      {data && data.imports.length > 0 && (
        <section className="import__past" aria-labelledby="past-imports">
          <div className="import__head">
            <h2 id="past-imports">ייבואים אחרונים</h2>
            {data.total > data.imports.length && <Link to="/crm/contacts/imports">כל הייבואים</Link>}
          </div>
          <ImportRows imports={data.imports} />
        </section>
      )}
    </div>
  )
}

const accepted = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function FileStep() {
  const upload = useUpload()
  const navigate = useNavigate()
  const chooser = useRef<HTMLInputElement>(null)
  const [encoding, setEncoding] = useState('')
  const [isOver, setOver] = useState(false)
  const id = useId()

  function send(file: File | undefined) {
    if (!file || upload.isPending) return
    upload.mutate(
      { file, encoding },
      {
        onSuccess({ importId, before }) {
          if (before.length > 0) toast.info('הקובץ הזה כבר יובא בעבר. מי שכבר רשומים יזוהו ולא ייווצרו שוב')
          void navigate(`/crm/contacts/import/${importId}`)
        },
      },
    )
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files[0])
  }

  return (
    <div className="import__step">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a file may be dropped here; the button inside does the same */}
      <div
        className={isOver ? 'drop drop--over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className="drop__icon">
          <Icon of={upload.isPending ? FileSpreadsheet : Upload} />
        </span>
        {upload.isPending ? (
          <output className="drop__busy">
            <Spinner />
            <span>
              קוראים את <bdi>{upload.variables.file.name}</bdi>
            </span>
          </output>
        ) : (
          <>
            <p className="drop__title">גררו לכאן קובץ, או בחרו מהמחשב</p>
            <p className="drop__text">
              <Ltr>CSV</Ltr> או <Ltr>Excel (xlsx)</Ltr>, עד 60 מ״ב ו־250,000 שורות. שום דבר לא נרשם לפני שתראו ותאשרו.
            </p>
            <Button look="primary" onClick={() => chooser.current?.click()}>
              בחירת קובץ
            </Button>
          </>
        )}
        <input
          ref={chooser}
          type="file"
          className="vh"
          tabIndex={-1}
          aria-label="קובץ לייבוא"
          accept={accepted}
          onChange={({ target }) => {
            send(target.files?.[0])
            // Resets the input, so that the corrected file can be selected again.
            target.value = ''
          }}
        />
      </div>
      {upload.isError && (
        <p className="import__alert" role="alert" id={`${id}-error`}>
          {refusalText(upload.error, refusals)}
        </p>
      )}
      <details className="import__more">
        <summary>העברית בקובץ נראתה משובשת?</summary>
        <SelectField
          name="encoding"
          label="קידוד הקובץ"
          hint="בדרך כלל הקידוד מזוהה לבד. אחרי שינוי, בחרו את הקובץ שוב."
          value={encoding}
          onChange={({ target }) => setEncoding(target.value)}
        >
          <option value="">זיהוי אוטומטי</option>
          <option value="windows-1255">עברית של Windows (1255)</option>
          <option value="utf-8">UTF-8</option>
          <option value="utf-16le">UTF-16</option>
        </SelectField>
      </details>
    </div>
  )
}
