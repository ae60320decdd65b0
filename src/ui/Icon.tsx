/** Line drawings on a 20 px square; each is one path, stroked. */
const PATHS = {
  close: 'M5 5l10 10M15 5L5 15',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  trash: 'M3.5 5.5h13M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 9v4.5M11.5 9v4.5',
  play: 'M7 4.5v11l8.5-5.5z',
  stop: 'M6 6h8v8H6z',
  list: 'M7 5.5h9.5M7 10h9.5M7 14.5h9.5M3.5 5.5h.1M3.5 10h.1M3.5 14.5h.1',
  command: 'M3.5 4.5h13v11h-13zM6.5 8l2.5 2-2.5 2M11 12.5h3',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M13 13l3.5 3.5',
  fit: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
  fitSelection: 'M3.5 6.5v-3h3M13.5 3.5h3v3M16.5 13.5v3h-3M6.5 16.5h-3v-3M7 7.5h6v5H7z',
  text: 'M4.5 5.5v-1h11v1M10 4.5v11M7.5 15.5h5',
  image: 'M3.5 4.5h13v11h-13zM3.5 13l4-4 3.5 3.5 2-2 3.5 3.5M12.8 7.6v.1',
  video: 'M3.5 5.5h9v9h-9zM12.5 9l4-2.5v7L12.5 11',
  audio: 'M4 8.5v3M7 6v8M10 3.5v13M13 6v8M16 8.5v3',
  download: 'M10 4v9.5M6.5 10l3.5 3.5 3.5-3.5M4 13.5v2.5h12v-2.5',
  upload: 'M10 13.5v-9M6.5 8L10 4.5 13.5 8M4 13.5v2.5h12v-2.5',
  enlarge: 'M12 3.5h4.5V8M16.5 3.5l-5 5M8 16.5H3.5V12M3.5 16.5l5-5',
  external: 'M8 4.5H4.5v11h11V12M11.5 4.5h4v4M15.5 4.5L9 11',
  chevron: 'M6 8l4 4 4-4',
  signOut: 'M11 4.5H4.5v11H11M9 10h7.5M13.5 7l3 3-3 3',
  devices: 'M3 4.5h9.5v7.5H3zM7.8 12v3.5M5.5 15.5h4.5M14 8h3.5v7.5H14z',
  warning: 'M10 3.5L17.5 16.5h-15zM10 8.5v4M10 14.4v.1',
  info: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 9.5v4M10 6.6v.1',
  rename: 'M12.5 4.5l3 3M4 16l.8-3.8L13 4l3 3-8.2 8.2z',
  duplicate: 'M7.5 7.5h9v9h-9zM12 9.8v4.4M9.8 12h4.4M4.5 12.5h-1v-9h9v1',
  copy: 'M7.5 3.5h9v11h-9zM4.5 6.5h-1v10h9v-1',
  paste: 'M7.5 4.5h-3v12h11v-12h-3M7.5 3.5h5v2.5h-5zM7.5 10h5M7.5 13h3',
  undo: 'M7.5 4.5L4 8l3.5 3.5M4 8h7.5a4.2 4.2 0 0 1 0 8.4H8',
  redo: 'M12.5 4.5L16 8l-3.5 3.5M16 8H8.5a4.2 4.2 0 0 0 0 8.4H12',
  history: 'M3.5 10a6.5 6.5 0 1 0 2-4.7M3.5 3.5v3h3M10 6.5V10l2.5 1.8',
  key: 'M7 9.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M9.5 10.5l7-7M13 7l2.5 2.5',
  star: 'M10 3.2l2.1 4.4 4.8.6-3.5 3.3.9 4.8-4.3-2.4-4.3 2.4.9-4.8-3.5-3.3 4.8-.6z',
  reject: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M5.2 5.2l9.6 9.6',
  stack: 'M3.5 7.5h9v9h-9zM7.5 7.5v-4h9v9h-4',
  compare: 'M3.5 4.5h13v11h-13zM10 3v14M13 8l2 2-2 2M7 8l-2 2 2 2',
  judge: 'M3.5 4.5h13v8h-13zM5.5 16h.1M10 16h.1M14.5 16h.1M7.5 8.5l1.8 1.8 3.4-3.6',
  settings: 'M4 6.5h6M14 6.5h2M4 13.5h2M10 13.5h6M12 4.5v4M8 11.5v4',
  runUpTo: 'M3.5 10h8M8.5 6.5L12 10l-3.5 3.5M15.5 4.5v11',
  runFrom: 'M4.5 4.5v11M8 10h8M12.5 6.5L16 10l-3.5 3.5',
  runAgain: 'M15.8 12a6.2 6.2 0 1 1-.6-5.2M15.8 3.5v3.6h-3.6',
  library: 'M3.5 4.5h5.5v5H3.5zM11 4.5h5.5v5H11zM3.5 11.5h5.5v4.5H3.5zM11 11.5h5.5v4.5H11z',
  swap: 'M4 7h10.5M11.5 4l3 3-3 3M16 13H5.5M8.5 10l-3 3 3 3',
  branch: 'M5 4v6.5a3 3 0 0 0 3 3h7.5M12.5 10.5l3 3-3 3',
  help: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M7.8 8a2.3 2.3 0 1 1 3.4 2c-.8.5-1.2 1-1.2 1.9M10 14.2v.1',
  fold: 'M5 8l5-4.5L15 8M5 12l5 4.5 5-4.5',
  frame: 'M3.5 4.5h13v11.5h-13zM3.5 8.5h13',
  arrange: 'M4 3.5v13M7 5.5h9.5v3H7zM7 11.5h5.5v3H7z',
  alignLeft: 'M3.5 3v14M6.5 5.5h10v3h-10zM6.5 11.5h6v3h-6z',
  alignCentre: 'M10 3v2.5M5 5.5h10v3H5zM10 8.5v3M7 11.5h6v3H7zM10 14.5V17',
  alignRight: 'M16.5 3v14M3.5 5.5h10v3h-10zM7.5 11.5h6v3h-6z',
  alignTop: 'M3 3.5h14M5.5 6.5v10h3v-10zM11.5 6.5v6h3v-6z',
  alignMiddle: 'M3 10h2.5M5.5 5v10h3V5zM8.5 10h3M11.5 7v6h3V7zM14.5 10H17',
  alignBottom: 'M3 16.5h14M5.5 3.5v10h3v-10zM11.5 7.5v6h3v-6z',
  distributeAcross: 'M3.5 3v14M16.5 3v14M8 6h4v8H8z',
  distributeDown: 'M3 3.5h14M3 16.5h14M6 8h8v4H6z',
  tidy: 'M3 4h5v4H3zM3 12h5v4H3zM12 8h5v4h-5zM8 6h2v8H8M10 10h2',
  straighten: 'M3 7.5h3.5v5H3zM13.5 7.5H17v5h-3.5zM6.5 10h7',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M4.7 15.3l1.1-1.1M14.2 5.8l1.1-1.1',
  moon: 'M16.2 12.2A6.8 6.8 0 0 1 7.8 3.8a6.8 6.8 0 1 0 8.4 8.4z',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  readonly name: IconName;
  /** CSS pixels; 20 unless told. */
  readonly size?: number;
}

/** A decoration: the button or the text around it says its meaning. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
