import type { ReplyOf } from '@bolsillo/contract'
import { Button, CheckField, CopyRow, Sheet } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { readIpo } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

interface ProspectusSheetProps {
  readonly title: string
  readonly prospectus: ReplyOf<typeof readIpo>['prospectus']
  readonly open: boolean
  /** Before applying: each risk is ticked, and only then it goes on. */
  readonly asks: boolean
  readonly onClose: () => void
  readonly onGo: () => void
}

/** The prospectus in full. Before applying it ends with the risks, each to be ticked. */
export function ProspectusSheet({ title, prospectus, open, asks, onClose, onGo }: ProspectusSheetProps) {
  const t = useWords<Messages>('ipo')
  const { text, risks, hash } = prospectus
  // By the text: what was ticked of another prospectus counts nothing for this one.
  const [ticked, setTicked] = useState<readonly string[]>([])
  const tick = (risk: string, isOn: boolean): void =>
    setTicked((known) => (isOn ? [...known, risk] : known.filter((one) => one !== risk)))
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('prospectus.title')}
      footer={
        asks && (
          <Button wide disabled={!risks.every((risk) => ticked.includes(risk))} onClick={onGo}>
            {t('prospectus.go')}
          </Button>
        )
      }
    >
      <h3 className="break-words text-16">{title}</h3>
      <p className="whitespace-pre-line break-words text-14">{text}</p>
      <h3 className="text-15">{t('prospectus.risks')}</h3>
      {asks ? (
        <>
          <p className="text-13 text-second">{t('prospectus.tick')}</p>
          {risks.map((risk) => (
            <CheckField key={risk} checked={ticked.includes(risk)} onChange={(isOn) => tick(risk, isOn)}>
              {risk}
            </CheckField>
          ))}
        </>
      ) : (
        <ul className="grid list-disc gap-1.5 pl-5 text-14">
          {risks.map((risk) => (
            <li key={risk} className="break-words">
              {risk}
            </li>
          ))}
        </ul>
      )}
      <CopyRow label={t('prospectus.hash')} value={hash} note={t('prospectus.hashText')} />
    </Sheet>
  )
}
