import { Button, ButtonLink, DateTime, Sheet, showToast } from '@bolsillo/ui'
import { readStored, useAction, useCall, useWords, writeStored } from '@bolsillo/web-kit'
import { useState } from 'react'
import { acceptDocument, readAcceptances } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { DocumentNews } from './document-news.tsx'

const documentPaths = {
  privacy: '/pages/common/privacyPolicy',
  disclaimer: '/pages/common/disclaimer',
} as const

const storedName = 'documentsSeen'

/**
 * Shows once what changed of a document since this customer accepted it. Closing it is as good as accepting: nothing waits for
 * either, and the document's page keeps both.
 */
export default function DocumentChanged() {
  const t = useWords<Messages>('legal')
  const own = useCall(readAcceptances, {})
  const accept = useAction(acceptDocument, { refreshes: [readAcceptances] })
  const [seen, setSeen] = useState(() => readStored(storedName))
  const newer = own.data?.documents.find(
    ({ document, version, accepted }) =>
      accepted !== undefined && accepted.version !== version && !seen.split(' ').includes(`${document}-${version}`),
  )
  if (newer?.accepted === undefined) return null
  const { document, version, title, accepted, news } = newer
  const close = (): void => {
    // The latest few: a browser that several customers use shows each document once.
    const next = [...seen.split(' ').slice(-8), `${document}-${version}`].join(' ').trim()
    writeStored(storedName, next)
    setSeen(next)
  }
  const press = (): void =>
    accept.mutate({ document, version }, { onSuccess: () => showToast(t('thanks')), onSettled: close })
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={`${t('sheetTitle')}: ${title}`}
      footer={
        <div className="grid gap-1">
          <Button wide loading={accept.isPending} onClick={press}>
            {t('accept', { version })}
          </Button>
          <div className="grid grid-cols-2">
            <Button kind="plain" size="medium" onClick={close}>
              {t('later')}
            </Button>
            <ButtonLink href={documentPaths[document]} kind="plain" size="medium">
              {t('read')}
            </ButtonLink>
          </div>
        </div>
      }
    >
      <p className="text-13 text-second">
        {t('news')}, <DateTime at={accepted.at} shows="date" />:
      </p>
      <DocumentNews news={news} />
      <p className="text-13 text-second">{t('free')}</p>
    </Sheet>
  )
}
