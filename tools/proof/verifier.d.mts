export function verifyProofFile(
  text: string,
  known?: {
    readonly hash?: string
    readonly key?: string
    readonly customer?: string
    readonly balances?: Readonly<Record<string, string>>
  },
): Promise<{ readonly ok: boolean; readonly lines: readonly string[]; readonly problem?: string }>

export function verifyWholeTree(
  leaves: readonly { readonly hash: string; readonly sum: string }[],
  published: { readonly height: number; readonly root: string; readonly total: string },
): Promise<{ readonly ok: boolean; readonly problem?: string }>
