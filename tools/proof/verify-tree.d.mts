export function verifyWholeTree(
  leaves: readonly { readonly hash: string; readonly sum: string }[],
  published: { readonly height: number; readonly root: string; readonly total: string },
): Promise<{ readonly ok: boolean; readonly problem?: string }>
