import { Button, Icon, Note, showToast, useUi } from '@bolsillo/ui'
import { saveFile, useAction } from '@bolsillo/web-kit'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import { readStatementFile } from '../contract/index.ts'
import { useStatementWords } from './words.ts'

const formats = [
  { format: 'pdf', icon: FileText },
  { format: 'csv', icon: FileSpreadsheet },
] as const

/** The statement of some days as a file. */
export function FileButtons({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useStatementWords()
  const { zone } = useUi()
  const reading = useAction(readStatementFile)
  return (
    <div>
      <div className="grid grid-cols-2 gap-2">
        {formats.map(({ format, icon }) => (
          <Button
            key={format}
            kind="ghost"
            size="medium"
            loading={reading.isPending && reading.variables?.format === format}
            disabled={reading.isPending}
            icon={<Icon of={icon} size={16} />}
            onClick={() =>
              reading.mutate(
                { from, to, zone, format },
                {
                  onSuccess: ({ name, type, content }) => {
                    // It came as base64.
                    saveFile(
                      name,
                      type,
                      Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)),
                    )
                    showToast(t('index.saved', { name }))
                  },
                },
              )
            }
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {reading.error !== null && (
        <Note tone="bad" className="mt-2">
          {reading.error.message === '' ? t('index.fileFailed') : reading.error.message}
        </Note>
      )}
    </div>
  )
}
