import { PictureField } from '@bolsillo/files/web'
import { Button, Card, Note } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { addDepositProof, listDeposits, readDeposit } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useRefusalText } from './refusal-text.ts'

/** The proof of a deposit that was announced without one. */
export function ProofForm({ depositId }: { readonly depositId: string }) {
  const t = useWords<Messages>('deposits')
  const refusal = useRefusalText()
  const [fileId, setFileId] = useState<string>()
  const adding = useAction(addDepositProof, { refreshes: [readDeposit, listDeposits] })
  return (
    <Card className="grid gap-3">
      <PictureField
        label={t('offline.proof')}
        purpose="deposit-proof"
        value={fileId}
        onChange={setFileId}
        hint={t('offline.proofHint')}
        error={refusal(adding.error)}
      />
      {fileId === undefined && <Note>{t('offline.proofMissing')}</Note>}
      <Button
        wide
        disabled={fileId === undefined}
        loading={adding.isPending}
        onClick={() => fileId !== undefined && adding.mutate({ depositId, fileId })}
      >
        {t('offline.submit')}
      </Button>
    </Card>
  )
}
