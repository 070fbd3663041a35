import type { Messages as LegalMessages } from '@bolsillo/legal/messages/es-ES'
import { loadDocumentSheet } from '@bolsillo/legal/web'
import { Button, CheckField, Sheet, SkeletonCard } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { lazy, Suspense, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'

type Notice = 'disclaimer' | 'privacy'

const DocumentSheet = lazy(loadDocumentSheet)

interface ConsentFieldsProps {
  readonly agreed: Readonly<Record<Notice, boolean>>
  readonly onChange: (notice: Notice, agreed: boolean) => void
  readonly errors: Readonly<Record<Notice, string | undefined>>
}

const sentence = { disclaimer: 'register.agreeDisclaimer', privacy: 'register.agreePrivacy' } as const
const notices = ['disclaimer', 'privacy'] as const

/** The two boxes, each with the document in force one tap away. */
export function ConsentFields({ agreed, onChange, errors }: ConsentFieldsProps) {
  const t = useWords<Messages>('identity')
  const titleOf = useWords<LegalMessages>('legal')
  const [reading, setReading] = useState<Notice>()
  return (
    <div className="flex flex-col gap-1">
      {notices.map((notice) => (
        <div key={notice} className="flex items-start gap-2">
          <div className="min-w-0 flex-1 py-3">
            <CheckField checked={agreed[notice]} onChange={(on) => onChange(notice, on)} error={errors[notice]}>
              {t(sentence[notice])}
            </CheckField>
          </div>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`${t('register.read')}: ${titleOf(`titles.${notice}`)}`}
            onClick={() => setReading(notice)}
            className="tap shrink-0 font-medium text-13 text-brand"
          >
            {t('register.read')}
          </button>
        </div>
      ))}
      {notices.map((notice) => (
        <Sheet
          key={notice}
          open={reading === notice}
          onOpenChange={(open) => setReading(open ? notice : undefined)}
          title={titleOf(`titles.${notice}`)}
          footer={
            <Button wide onClick={() => setReading(undefined)}>
              {t('consent.close')}
            </Button>
          }
        >
          <Suspense fallback={<SkeletonCard lines={8} />}>
            {reading === notice && <DocumentSheet document={notice} />}
          </Suspense>
        </Sheet>
      ))}
    </div>
  )
}
