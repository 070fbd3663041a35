export const messages = {
  titles: { privacy: 'Aviso de privacidad', disclaimer: 'Aviso de riesgos' },
  version: 'Versión {version}',
  since: 'Vigente desde',
  missingTitle: 'Este documento está incompleto',
  acts: { accept: 'Documento aceptado' },
  missing: 'La firma aún no ha llenado: {facts}.',
  history: 'Qué cambió con cada versión',
  first: 'Esta es la primera versión. Cuando cambie, aquí se dice qué.',
  changed: 'Ahora {label}: {value}',
  yours: 'Lo que aceptaste',
  accepted: 'Aceptaste la versión {version} el',
  never: 'Aún no has aceptado una versión con número.',
  news: 'Qué cambió desde que aceptaste',
  accept: 'Aceptar la versión {version}',
  thanks: 'Quedó registrado que la aceptaste.',
  sheetTitle: 'Cambió un documento',
  later: 'Ahora no',
  read: 'Leerlo entero',
  free: 'Aceptar o no, tu cuenta sigue igual: puedes vender, retirar y entrar.',
  rejections: {
    'document-changed': 'El documento cambió mientras lo leías. Lee la versión nueva y acéptala.',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
