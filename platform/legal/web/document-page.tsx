import { Button, Card, DateTime, Loaded, PageFrame, Section, SkeletonCard, showToast } from '@bolsillo/ui'
import { useAction, useCall, useLocation, useSession, useWords } from '@bolsillo/web-kit'
import { acceptDocument, readAcceptances, readDocument } from '../contract/index.ts'
import type { DocumentName } from '../domain/documents.ts'
import type { Messages } from '../messages/es-ES.ts'
import { DocumentNews } from './document-news.tsx'
import { DocumentText } from './document-text.tsx'

/** The document of this address in force, what the customer accepted of it, and what each version changed. */
export default function DocumentPage() {
  const t = useWords<Messages>('legal')
  const document: DocumentName = useLocation().pathname.endsWith('/disclaimer') ? 'disclaimer' : 'privacy'
  const { token } = useSession()
  const read = useCall(readDocument, { document })
  return (
    <PageFrame title={t(`titles.${document}`)}>
      <Loaded of={read} skeleton={<SkeletonCard lines={12} />}>
        {(data) => (
          <div className="flex flex-col gap-3">
            {token !== '' && <Accepted document={document} />}
            <Card>
              <DocumentText document={data} />
            </Card>
            <Section title={t('history')} pad="normal">
              {data.history.texts.length + data.history.facts.length === 0 ? (
                <p className="text-13 text-second">{t('first')}</p>
              ) : (
                <DocumentNews news={data.history} />
              )}
            </Section>
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** What this customer accepted and what changed since. Accepting is theirs to do or not: nothing waits for it. */
function Accepted({ document }: { readonly document: DocumentName }) {
  const t = useWords<Messages>('legal')
  const own = useCall(readAcceptances, {})
  const accept = useAction(acceptDocument, { refreshes: [readAcceptances, readDocument] })
  const row = own.data?.documents.find((one) => one.document === document)
  if (row === undefined) return null
  const { accepted, version, news } = row
  const isNewer = accepted?.version !== version
  return (
    <Section title={t('yours')} pad="normal">
      <div className="flex flex-col gap-3">
        <p className="text-13 text-second">
          {accepted === undefined ? (
            t('never')
          ) : (
            <>
              {t('accepted', { version: accepted.version })} <DateTime at={accepted.at} shows="date" />
            </>
          )}
        </p>
        {isNewer && (
          <>
            {accepted !== undefined && (
              <div className="flex flex-col gap-2">
                <h3 className="text-14">{t('news')}</h3>
                <DocumentNews news={news} />
              </div>
            )}
            <p className="text-13 text-second">{t('free')}</p>
            {accept.error !== null && <p className="text-13 text-danger">{accept.error.message}</p>}
            <Button
              wide
              loading={accept.isPending}
              onClick={() => accept.mutate({ document, version }, { onSuccess: () => showToast(t('thanks')) })}
            >
              {t('accept', { version })}
            </Button>
          </>
        )}
      </div>
    </Section>
  )
}
