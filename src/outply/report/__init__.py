"""From games that were played to what people read: text logs, tables, figures and one self-contained page."""
