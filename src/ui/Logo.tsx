interface LogoProps {
  /** CSS pixels. */
  readonly size: number;
}

/** Two pipes that make an m: words run blue, pictures run yellow. */
export function Logo({ size }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <g fill="none" strokeLinecap="round">
        <path d="M16 27V11.5a5.5 5.5 0 0 1 11 0V27" stroke="var(--image-edge)" strokeWidth="6" />
        <path d="M27 12v15" stroke="var(--image-edge-core)" strokeWidth="1.6" />
        <path d="M5 27V11.5a5.5 5.5 0 0 1 11 0V27" stroke="var(--text-edge)" strokeWidth="6" />
        <path d="M5 27V11.5A5.5 5.5 0 0 1 10.5 6" stroke="var(--text-edge-core)" strokeWidth="1.6" />
      </g>
    </svg>
  );
}
