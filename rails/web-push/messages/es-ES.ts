export const messages = {
  title: 'Avisos en este dispositivo',
  lead: 'Te avisamos aquí aunque la app esté cerrada: por ejemplo, cuando se cumple una alerta de precio.',
  privacy:
    'El aviso viaja cifrado hasta tu navegador y su servicio no lo puede leer. Su texto se ve en la pantalla bloqueada si tu dispositivo lo muestra ahí.',
  states: {
    unsupported: 'Este navegador no recibe avisos. Abre la app en otro, o instálala.',
    install: 'En iPhone y iPad los avisos llegan solo a la app instalada: ponla primero en tu pantalla de inicio.',
    denied:
      'Bloqueaste los avisos de esta página. Permítelos en los ajustes del navegador o del dispositivo y vuelve aquí.',
    off: 'Desactivados',
    on: 'Activados',
    absent: 'Esta instalación no envía avisos a dispositivos.',
  },
  how: 'Cómo instalarla',
  enable: 'Activar avisos',
  disable: 'Desactivar aquí',
  test: {
    send: 'Enviar aviso de prueba',
    title: 'Aviso de prueba',
    text: 'Así te avisa Bolsillo en este dispositivo.',
  },
  tested: 'Aviso enviado: llega en unos segundos',
  enabled: 'Avisos activados',
  disabled: 'Avisos desactivados',
  failed: 'Tu navegador no pudo activarlos. Revisa tu conexión e inténtalo otra vez.',
  notReady: 'La app todavía se está preparando. Inténtalo en unos segundos.',
  devices: 'Dispositivos con avisos',
  none: 'Ninguno por ahora',
  here: 'Este dispositivo',
  unknown: 'Un navegador',
  since: 'Activados',
  remove: 'Quitar',
  removeOf: 'Quitar: {device}',
  removed: 'Ya no le llegan avisos',
  signOut: 'Al cerrar sesión en un dispositivo, o cerrarla desde otro, dejan de llegarle avisos.',
  acts: {
    add: 'Activaste avisos en un dispositivo',
    remove: 'Desactivaste avisos en un dispositivo',
    replace: 'Un dispositivo dejó de recibir tus avisos: ahí se activaron otra vez',
    gone: 'Un dispositivo dejó de recibir tus avisos: su navegador los quitó',
    'sign-out': 'Un dispositivo dejó de recibir tus avisos: se cerró su sesión',
  },
  rejections: {
    'push-off': 'Esta instalación no envía avisos a dispositivos.',
    'push-service': 'Tu navegador usa un servicio de avisos que no conocemos. Prueba con otro navegador.',
    'push-keys': 'Tu navegador no dio una clave válida. Inténtalo otra vez.',
    'push-devices-too-many': 'Ya tienes {max} dispositivos con avisos, el máximo. Quita alguno.',
    'push-device-unknown': 'Ese dispositivo ya no recibe avisos. Actívalos otra vez.',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
